#!/bin/sh
# Builds dist/ from the jars that Maven built: the packaged program, and an AOT cache of loaded classes from a training
# run. JAVA_HOME must be a JDK 25.
# docs/decisions/0007-jvm-settings.md has the reasons for the JVM settings, with measurements.
set -eu
cd "$(dirname "$0")/../.."
name=vsphere-cloud-controller-manager
work=ccm/application/target/dist
main=dev.vspherecloud.ccm.application.Main

options='-XX:+UseSerialGC -XX:+UseCompactObjectHeaders -XX:TieredStopAtLevel=1 -Xms8m -Xmx128m
-XX:NewRatio=4 -XX:MaxNewSize=16m -XX:MinHeapFreeRatio=10 -XX:MaxHeapFreeRatio=15 -XX:-ShrinkHeapInSteps -XX:-UsePerfData -XX:TrimNativeHeapInterval=10000 -XX:+ExitOnOutOfMemoryError -XX:+UnlockDiagnosticVMOptions -XX:ArchiveRelocationMode=0
--enable-native-access=ALL-UNNAMED'

# jdk.jfr: the diagnostic commands of the JVM, which jcmd and /debug/heap use, do not work without it.
# shellcheck disable=SC2086
tools/dist/program $name ccm/application vsphere-cloud-ccm.jar $main jdk.jfr $options '-XX:AOTCache=$APPDIR/app.aot'

echo 'Creating the AOT cache with a training run ...' >&2
app=$work/$name/lib/app
jars=$(sed -n "s|^app.classpath=\$APPDIR|$app|p" "$app/$name.cfg" | paste -sd: -)
# shellcheck disable=SC2086
tools/testkit/run dev.vspherecloud.testkit.bed.Training "$PWD/$work/$name/lib/runtime/bin/java" $options \
    -XX:-AOTRecordTraining "-XX:AOTCacheOutput=$app/app.aot" -cp "$jars" $main

# The launcher loads the JVM itself, so dist/ needs no other program.
rm -r "$work/$name/lib/runtime/bin"
rm -rf dist
mv "$work/$name" dist
