#!/bin/sh
# Builds dist/image/ from dist/: the image archive, its digests and the bill of materials. Before, Maven must have built
# the modules and written the list of libraries; `make image` does both. JAVA_HOME must be the JDK 25 that built dist/.
# See docs/decisions/0016-image-by-jib.md.
set -eu
cd "$(dirname "$0")/../.."

"$JAVA_HOME/bin/java" -XX:+UseSerialGC -Xmx512m --sun-misc-unsafe-memory-access=allow \
    -cp "tools/image/target/classes:tools/image/target/libs/*" dev.vspherecloud.image.ImageBuild \
    dist ccm/application/target/libraries.cdx.json tools/image/target/layers dist/image
touch dist/image/.made
