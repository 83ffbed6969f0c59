#!/bin/sh
# Builds dist/vsphere-csi from the jars that Maven built, with an AOT cache of loaded classes from a training run, and
# dist/bin/vsphere-csi, which leads to it. JAVA_HOME must be a JDK 25.
# docs/decisions/0007-jvm-settings.md has the reasons for the JVM settings.
set -eu
cd "$(dirname "$0")/../.."
name=vsphere-csi
work=csi/application/target/dist
main=dev.vspherecloud.csi.application.CsiMain

# jdk.jfr: the diagnostic commands of the JVM, which jcmd uses, do not work without it. jdk.unsupported: the library for
# protobuf needs sun.misc.Unsafe, and the JVM would warn about that.
options='-XX:+UseSerialGC -XX:+UseCompactObjectHeaders -XX:TieredStopAtLevel=1 -Xms8m -Xmx128m -XX:NewRatio=4
-XX:MaxNewSize=8m -XX:MinHeapFreeRatio=10 -XX:MaxHeapFreeRatio=15 -XX:-ShrinkHeapInSteps -XX:-UsePerfData
-XX:TrimNativeHeapInterval=10000 -XX:+ExitOnOutOfMemoryError -XX:+UnlockDiagnosticVMOptions -XX:ArchiveRelocationMode=0
--sun-misc-unsafe-memory-access=allow --enable-native-access=ALL-UNNAMED'

# shellcheck disable=SC2086
tools/dist/program $name csi/application vsphere-cloud-csi.jar $main jdk.jfr,jdk.unsupported \
    $options '-XX:AOTCache=$APPDIR/app.aot'

echo 'Creating the AOT cache of the driver with a training run ...' >&2
app=$work/$name/lib/app
jars=$(sed -n "s|^app.classpath=\$APPDIR|$app|p" "$app/$name.cfg" | paste -sd: -)
# shellcheck disable=SC2086
tools/testkit/run dev.vspherecloud.testkit.csi.DriverTraining "$PWD/$work/$name/lib/runtime/bin/java" $options \
    -XX:-AOTRecordTraining "-XX:AOTCacheOutput=$app/app.aot" -cp "$jars" $main

rm -r "$work/$name/lib/runtime/bin"
rm -rf dist/$name dist/bin/$name
mkdir -p dist/bin
mv "$work/$name" dist
ln -s ../$name/bin/$name dist/bin/$name
