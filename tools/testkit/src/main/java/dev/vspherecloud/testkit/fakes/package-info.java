/// The ports of the domain in memory, for unit tests.
///
/// [InstancesContract] and [NodesContract] hold for the fakes and for the real adapters, so a fake cannot differ in
/// what matters. The fakes know no protocol and start no thread. Begin with [FakeNodes] and [FakeInstances].
@NullMarked
package dev.vspherecloud.testkit.fakes;

import org.jspecify.annotations.NullMarked;
