/// A proxy in front of a real server that counts what passes, and breaks it on request.
///
/// The package knows how calls of vCenter (SOAP, REST) and kube-apiserver are named. It does not know what they
/// mean: it forwards, or does what a [Rule] says. The threads of a proxy end with it. Begin with [FaultProxy] and
/// [VcenterRules].
@NullMarked
package dev.vspherecloud.testkit.proxy;

import org.jspecify.annotations.NullMarked;
