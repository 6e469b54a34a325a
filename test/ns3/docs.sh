# SPDX-License-Identifier: GPL-2.0-only
# ns3/docs.sh -- doc/ns3.md names every attribute, trace source, class of failure and suite
[ -x "$SDE_BUILD/bin/collect" ] || exit 77
page=$SRC/doc/ns3.md
status=0
named () {
  grep -qF "\`$1\`" "$page" || { echo "doc/ns3.md does not name \`$1\`" && status=1; }
}
for class in SdeSimulation SdeNetDevice SdeChannel SdePointToPointChannel SdeApplication SdeFailureModel \
  SdeLastingFailure SdeDelay SdeCorrupt SdeLinkCut; do
  "$SDE_BUILD/bin/collect" --PrintAttributes=ns3::$class | sed -n 's/^ *--ns3::Sde[A-Za-z]*::\([A-Za-z]*\)=.*/\1/p' >names
  [ -s names ]
  while read -r name; do named "$name"; done <names
done
sed -n 's/^EVENT (\([A-Z]\)\([A-Z]*\),.*/\1 \2/p' "$SRC/src/sde/include/sde/event.def" >events
[ "$(wc -l <events)" -gt 5 ]
while read -r first rest; do named "$first$(echo "$rest" | tr A-Z a-z)"; done <events
for name in $(sed -n 's/^class \(Sde[A-Za-z]*\) : public Sde.*Failure.*/\1/p' "$SRC/src/sde/model/sde-failure-model.h"); do
  [ "$name" = SdeLastingFailure ] || named "$name"
done
for suite in "$SRC"/test/ns3/*-test-suite.cc; do named "sde-$(basename "$suite" -test-suite.cc)"; done
exit $status
