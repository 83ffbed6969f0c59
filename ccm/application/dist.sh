#!/bin/sh
# Builds dist/ from the jars that Maven built: a Java runtime with only the needed modules, a launcher that needs no
# shell, and an AOT cache of loaded classes from a training run. JAVA_HOME must be a JDK 25.
# docs/decisions/0007-jvm-settings.md has the reasons for the JVM settings, with measurements.
set -eu
cd "$(dirname "$0")/../.."
name=vsphere-cloud-controller-manager
work=ccm/application/target/dist

# All modules that the jars refer to, without java.desktop: snakeyaml uses it only if it is present. jdk.jfr is added
# because the diagnostic commands of the JVM, which jcmd and /debug/heap use, do not work without it.
modules=jdk.jfr,$("$JAVA_HOME/bin/jdeps" -s --multi-release 25 --ignore-missing-deps ccm/application/target/libs/*.jar |
    awk '$3 ~ /^(java|jdk)\./ && $3 != "java.desktop" {print $3}' | sort -u | paste -sd, -)

options='-XX:+UseSerialGC -XX:+UseCompactObjectHeaders -XX:TieredStopAtLevel=1 -Xms8m -Xmx128m
-XX:NewRatio=4 -XX:MaxNewSize=16m -XX:MinHeapFreeRatio=10 -XX:MaxHeapFreeRatio=15 -XX:-ShrinkHeapInSteps -XX:-UsePerfData -XX:TrimNativeHeapInterval=10000 -XX:+ExitOnOutOfMemoryError -XX:+UnlockDiagnosticVMOptions -XX:ArchiveRelocationMode=0
--enable-native-access=ALL-UNNAMED'

rm -rf "$work" dist
mkdir -p "$work"
"$JAVA_HOME/bin/jlink" --add-modules "$modules" --strip-debug --no-header-files --no-man-pages \
    --output "$work/runtime"

set --
for option in $options '-XX:AOTCache=$APPDIR/app.aot'; do
    set -- "$@" --java-options "$option"
done
"$JAVA_HOME/bin/jpackage" --type app-image --name "$name" --dest "$work" --runtime-image "$work/runtime" \
    --input ccm/application/target/libs --main-jar vsphere-cloud-ccm.jar --main-class dev.vspherecloud.ccm.application.Main "$@"

echo 'Creating the AOT cache with a training run ...' >&2
app=$work/$name/lib/app
jars=$(sed -n "s|^app.classpath=\$APPDIR|$app|p" "$app/$name.cfg" | paste -sd: -)
tools/testkit/run dev.vspherecloud.testkit.bed.Training "$PWD/$work/$name/lib/runtime/bin/java" $options \
    -XX:-AOTRecordTraining "-XX:AOTCacheOutput=$app/app.aot" -cp "$jars" dev.vspherecloud.ccm.application.Main

# The launcher loads the JVM itself, so dist/ needs no other program.
rm -r "$work/$name/lib/runtime/bin"
mv "$work/$name" dist
touch dist/.made
