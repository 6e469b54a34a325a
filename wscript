# SPDX-License-Identifier: GPL-2.0-only
"""The build by waf: libsde, the command sde and the runtime, into build/waf.

    utils/waf configure build

Options of configure: --llvm=14|19.  CC in the environment chooses the compiler.
The kinds of build and the tests are with CMake (utils/build, utils/test).
"""
import re

APPNAME = "sde"
with open("CMakeLists.txt") as cmake:
    VERSION = re.search(r"project \(sde VERSION ([0-9.]+)", cmake.read()).group(1)
top = "."
out = "build/waf"

WARNINGS = "-Wall -Wextra -Wshadow -Wconversion -Wstrict-prototypes -Werror".split()
FLAGS = "-std=gnu11 -O2 -g -DNDEBUG -ffunction-sections -fdata-sections".split()
RUNTIME = ("-O1 -fno-builtin -fno-pie -fno-vectorize -fno-slp-vectorize -fno-stack-protector -std=gnu11 "
           "-emit-llvm -c")
# Libraries from outside that one part alone uses.
OUTSIDE = {"solve": ["cadical", "stdc++", "m", "dl"], "map": ["gmp", "m"], "rec": ["sqlite3", "gmp"]}


def options(opt):
    opt.load("compiler_c")
    opt.add_option("--llvm", default="14", help="major version of LLVM: 14 or 19")


def llvm(conf, *arguments):
    return conf.cmd_and_log(conf.env.LLVM_CONFIG + ["--link-static"] + list(arguments)).split()


def configure(conf):
    conf.environ.setdefault("CC", "clang-14")
    conf.load("clang" if "clang" in conf.environ["CC"] else "compiler_c")
    version = conf.env.SDE_LLVM = conf.options.llvm
    conf.find_program("llvm-config-" + version, var="LLVM_CONFIG")
    conf.find_program("clang-" + version, var="CLANG")
    conf.find_program("llvm-link-" + version, var="LLVM_LINK")
    components = ["core", "bitreader", "analysis"]
    system = llvm(conf, "--system-libs", *components)
    conf.env.INCLUDES_LLVM = llvm(conf, "--includedir")
    conf.env.LIBPATH_LLVM = llvm(conf, "--libdir")
    conf.env.LIB_LLVM = [flag[2:] for flag in llvm(conf, "--libs", *components) + system
                         if flag.startswith("-l") and flag != "-lxml2"] + ["stdc++"]
    conf.env.append_value("CFLAGS", FLAGS + WARNINGS)
    conf.env.append_value("DEFINES", ["_GNU_SOURCE", "SDE_LLVM=" + version, 'SDE_VERSION="%s"' % VERSION])
    linkflags = ["-Wl,--as-needed", "-Wl,--gc-sections"]
    if conf.find_program("ld.lld", mandatory=False):
        linkflags.append("-fuse-ld=lld")
    conf.env.append_value("LINKFLAGS", linkflags)


def sources(bld):
    """Part -> nodes of the files that src/sde/sources.list names for it."""
    parts = {}
    sde = bld.path.find_dir("src/sde")
    for line in sde.find_node("sources.list").read().splitlines():
        name = line.split("#")[0].strip()
        if not name:
            continue
        node = sde.find_node(name)
        if not node:
            bld.fatal("src/sde/sources.list names %s, but there is no such file" % name)
        parts.setdefault(name.split("/")[0], []).append(node)
    return parts


def copy_headers(bld, folder):
    root = bld.path.find_dir(folder)
    for header in root.ant_glob("**/*.h") if root else []:
        bld(rule="cp ${SRC} ${TGT}", source=header, target="include/" + header.path_from(root))


def build_runtime(bld, files):
    copy_headers(bld, "src/sde/include")
    copy_headers(bld, "src/sde/runtime/include")
    native = [file for file in files if "/native/" in file.abspath()]
    include = bld.path.find_dir("src/sde/runtime/include")
    headers = bld.path.ant_glob("src/sde/runtime/**/*.h") + bld.path.ant_glob("src/sde/runtime/**/*.def")
    modules, programs = [], []
    for file in files:
        if file in native:
            continue
        module = bld.path.get_bld().make_node("runtime/" + file.name.replace(".c", ".bc"))
        bld(rule="${CLANG} %s -I%s ${SRC} -o ${TGT}" % (RUNTIME, include.abspath()), source=file, target=module,
            name="runtime/" + file.name)
        for header in headers:
            bld.add_manual_dependency(file, header)
        (programs if "/programs/" in file.abspath() else modules).append(module)
    if modules:
        bld(rule="${LLVM_LINK} ${SRC} -o ${TGT}", source=modules, target="lib/sde/runtime.bc")
    for program in programs:
        bld(rule="${LLVM_LINK} --only-needed ${SRC} -o ${TGT}",
            source=[program, bld.path.get_bld().make_node("lib/sde/runtime.bc")], target="lib/sde/" + program.name)
    if native:
        bld.stlib(source=native, target="lib/sde/sde-replay", includes=[include])


def build(bld):
    parts = sources(bld)
    build_runtime(bld, parts.pop("runtime", []))
    cli = parts.pop("cli", [])
    for part in ("model", "helper", "netfile", "python"):  # C++ and Python: with CMake
        parts.pop(part, None)
    includes = ["src/sde", "src/sde/include"]
    libraries = [library for part in parts for library in OUTSIDE.get(part, [])]
    prog = parts.pop("prog", [])
    if prog:
        bld.objects(source=prog, target="prog", includes=includes, use="LLVM",
                    cflags=["-isystem" + bld.env.INCLUDES_LLVM[0]])
    bld.stlib(source=sum(parts.values(), []), target="lib/sde", name="libsde", includes=includes,
              use="prog" if prog else "")
    if cli and "api" in parts:
        bld.program(source=cli, target="bin/sde", includes=includes, use="libsde LLVM", lib=libraries + ["jansson"])
