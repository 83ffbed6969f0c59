#!/bin/sh
# Builds dist/vsphere-csi from the jars that Maven built, and dist/bin/vsphere-csi, which leads to it. JAVA_HOME must be a
# JDK 25. docs/decisions/0007-jvm-settings.md has the reasons for the JVM settings.
set -eu
cd "$(dirname "$0")/../.."
name=vsphere-csi

# jdk.jfr: the diagnostic commands of the JVM, which jcmd uses, do not work without it. jdk.unsupported: the library for
# protobuf needs sun.misc.Unsafe, and the JVM would warn about that.
tools/dist/program $name csi/application vsphere-cloud-csi.jar dev.vspherecloud.csi.application.CsiMain \
    jdk.jfr,jdk.unsupported \
    -XX:+UseSerialGC -XX:+UseCompactObjectHeaders -XX:TieredStopAtLevel=1 -Xms8m -Xmx128m -XX:NewRatio=4 \
    -XX:MaxNewSize=16m -XX:MinHeapFreeRatio=10 -XX:MaxHeapFreeRatio=15 -XX:-ShrinkHeapInSteps -XX:-UsePerfData \
    -XX:TrimNativeHeapInterval=10000 -XX:+ExitOnOutOfMemoryError --sun-misc-unsafe-memory-access=allow

rm -r "csi/application/target/dist/$name/lib/runtime/bin"
rm -rf dist/$name dist/bin/$name
mkdir -p dist/bin
mv "csi/application/target/dist/$name" dist
ln -s ../$name/bin/$name dist/bin/$name
