#!/bin/sh
# Refreshes the chart library that is embedded in report pages, with its
# licences, from the npm registry, and records versions and checksum. The
# library is what internal/suite/page/echarts/library.js takes of ECharts.
#
#   scripts/update-echarts.sh 6.1.0
#
# Afterwards: go test ./internal/suite/page with CI=true.
set -eu

version=${1:?usage: scripts/update-echarts.sh VERSION}
esbuild=0.28.2
to=$(cd "$(dirname "$0")/.." && pwd)/internal/suite/page/echarts
work=$(mktemp -d)
trap 'rm -rf "$work"' EXIT
cd "$work"

integrity=$(npm view "echarts@$version" dist.integrity)
zrender=$(npm view "echarts@$version" dependencies.zrender)
npm pack --silent "echarts@$version" >/dev/null
got=sha512-$(openssl dgst -sha512 -binary "echarts-$version.tgz" | openssl base64 -A)
if [ "$got" != "$integrity" ]; then
	echo "echarts-$version.tgz is $got, the registry has $integrity" >&2
	exit 1
fi
echo '{"private": true}' >package.json
npm install --silent "./echarts-$version.tgz" "zrender@$zrender" "esbuild@$esbuild"
cp "$to/library.js" .
# The licence that stands above each file of ECharts is said once, on top.
sed -n '/^\/\*/,/\*\/$/p;/\*\/$/q' node_modules/echarts/dist/echarts.min.js >licence.txt
node_modules/.bin/esbuild library.js --bundle --minify --format=iife --global-name=echarts \
	--banner:js="$(cat licence.txt)" --legal-comments=inline --log-level=warning --outfile="$to/echarts.min.js"
cp node_modules/echarts/LICENSE node_modules/echarts/NOTICE "$to/"
cp node_modules/echarts/licenses/LICENSE-d3 "$to/LICENSE-d3"
cp node_modules/zrender/LICENSE "$to/LICENSE-zrender"
printf 'echarts %s\nintegrity %s\nzrender %s\nesbuild %s\n' "$version" "$integrity" "$zrender" "$esbuild" >"$to/VERSION"
echo "echarts $version, $(wc -c <"$to/echarts.min.js") bytes"
