# SPDX-License-Identifier: GPL-2.0-only
# Links in the documentation lead somewhere, and every page of doc can be reached from its start
python3 - "$SRC" <<'EOF'
import os, re, sys

src = sys.argv[1]
bad = []


def links(page):
    text = re.sub(r"```.*?```", "", open(page, encoding="utf-8").read(), flags=re.S)
    for target in re.findall(r"\]\(([^)\s]+)\)", text):
        if not re.match(r"[a-z]+:|#", target):
            yield os.path.normpath(os.path.join(os.path.dirname(page), target.split("#")[0]))


def below(folder):
    for where, folders, names in os.walk(folder):
        folders[:] = sorted(set(folders) - {".git", "build"})
        yield from (os.path.join(where, name) for name in sorted(names))


pages = [page for page in below(src) if page.endswith(".md")]
for page in pages:
    bad += [f"{page}: {target} is not there" for target in links(page) if not os.path.exists(target)]
reached, todo = set(), [os.path.join(src, "README.md"), os.path.join(src, "doc", "index.md")]
while todo:
    page = todo.pop()
    if page not in reached:
        reached.add(page)
        if page.endswith(".md") and os.path.exists(page):
            todo += links(page)
bad += [f"{page}: no link leads here" for page in below(os.path.join(src, "doc")) if page not in reached]
# the page of the layers has a row for every part that has sources, and brackets for no such part
layers = open(os.path.join(src, "src/sde/README.md"), encoding="utf-8").read()
with open(os.path.join(src, "src/sde/sources.list"), encoding="utf-8") as file:
    parts = {line.split("/")[0] for line in file if "/" in line and not line.startswith("#")}
picture = layers.split("```")[1]
unwritten = {word for words in re.findall(r"\[([a-z ]+)\]", picture) for word in words.split()}
bad += [f"src/sde/README.md: no row for {part}" for part in sorted(parts) if f"| `{part}/` |" not in layers]
bad += [f"src/sde/README.md: {part} is written" for part in sorted(parts & unwritten)]
print("\n".join(bad) or f"{len(pages)} pages")
sys.exit(1 if bad else 0)
EOF
