/// A proxy in front of a real server that counts calls and injects faults.
///
/// The package knows the names of the calls of vCenter (SOAP, REST) and kube-apiserver. It does not know what they
/// mean: it forwards them, or applies a [Rule]. The threads of a proxy end with it. Begin with [FaultProxy] and
/// [VcenterRules].
@NullMarked
package dev.vspherecloud.testkit.proxy;

import org.jspecify.annotations.NullMarked;
