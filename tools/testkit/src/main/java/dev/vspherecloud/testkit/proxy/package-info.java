/// A proxy that stands in front of a real server, counts what passes, and spoils it on request.
///
/// Knows how calls of vCenter (SOAP, REST) and of kube-apiserver are named. Does not know what they mean: it never
/// answers by itself but with what a rule says.
@NullMarked
package dev.vspherecloud.testkit.proxy;

import org.jspecify.annotations.NullMarked;
