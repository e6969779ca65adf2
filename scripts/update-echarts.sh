#!/bin/sh
# Refreshes the chart library that is embedded in report pages, with its
# licences, from the npm registry, and records version and checksum.
#
#   scripts/update-echarts.sh 6.1.0
#
# Afterwards: go test ./report/page with ECSBENCH_REQUIRE_BROWSER=1.
set -eu

version=${1:?usage: scripts/update-echarts.sh VERSION}
to=$(cd "$(dirname "$0")/.." && pwd)/report/page/assets/echarts
work=$(mktemp -d)
trap 'rm -rf "$work"' EXIT
cd "$work"

integrity=$(npm view "echarts@$version" dist.integrity)
zrender=$(npm view "echarts@$version" dependencies.zrender)
npm pack --silent "echarts@$version" "zrender@$zrender" >/dev/null
got=sha512-$(openssl dgst -sha512 -binary "echarts-$version.tgz" | openssl base64 -A)
if [ "$got" != "$integrity" ]; then
	echo "echarts-$version.tgz is $got, the registry says $integrity" >&2
	exit 1
fi
mkdir e z
tar xzf "echarts-$version.tgz" -C e
tar xzf "zrender-$zrender.tgz" -C z
cp e/package/dist/echarts.min.js e/package/LICENSE e/package/NOTICE "$to/"
cp e/package/licenses/LICENSE-d3 "$to/LICENSE-d3"
cp z/package/LICENSE "$to/LICENSE-zrender"
printf 'echarts %s\nintegrity %s\nzrender %s\n' "$version" "$integrity" "$zrender" >"$to/VERSION"
echo "echarts $version, $(wc -c <"$to/echarts.min.js") bytes"
