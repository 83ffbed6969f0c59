#!/bin/sh
# Makes dist/ from what Maven built: a runtime with only the modules we use, a launcher that needs no shell, and a cache
# of loaded classes from a training run. JAVA_HOME must be a JDK 25.
set -eu
cd "$(dirname "$0")/.."
name=vsphere-cloud-controller-manager
work=ccm/target/dist
modules=java.base,java.logging,java.management,java.naming,java.net.http,java.security.jgss,java.sql,java.xml
modules=$modules,jdk.crypto.cryptoki,jdk.httpserver,jdk.management,jdk.net,jdk.unsupported

# Measured: docs/decisions/0007-jvm-settings.md.
options='-XX:+UseSerialGC -XX:+UseCompactObjectHeaders -XX:TieredStopAtLevel=1 -Xms8m -Xmx128m -Xss512k
-XX:-UsePerfData -XX:+ExitOnOutOfMemoryError -XX:+UnlockDiagnosticVMOptions -XX:ArchiveRelocationMode=0
-Dsun.net.httpserver.nodelay=true -Djava.awt.headless=true --enable-native-access=ALL-UNNAMED'

rm -rf "$work" dist
mkdir -p "$work"
"$JAVA_HOME/bin/jlink" --add-modules "$modules" --strip-debug --no-header-files --no-man-pages \
    --output "$work/runtime"

set --
for option in $options '-XX:AOTCache=$APPDIR/app.aot'; do
    set -- "$@" --java-options "$option"
done
"$JAVA_HOME/bin/jpackage" --type app-image --name "$name" --dest "$work" --runtime-image "$work/runtime" \
    --input ccm/target/libs --main-jar vsphere-cloud-ccm.jar --main-class dev.vspherecloud.ccm.Main "$@"
mv "$work/$name" dist

echo 'Training the class cache ...' >&2
options=$(printf '%s' "$options" | tr '\n' ' ')
testkit/run dev.vspherecloud.testkit.bed.Training dist/lib/runtime/bin/java \
    "$options -XX:AOTCacheOutput=dist/lib/app/app.aot" \
    "$(sed -n 's/^app.classpath=\$APPDIR/dist\/lib\/app/p' "dist/lib/app/$name.cfg" | paste -sd: -)"
touch dist/.made
