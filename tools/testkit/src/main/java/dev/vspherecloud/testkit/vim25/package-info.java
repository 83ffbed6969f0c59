/// Checks requests without a vCenter, by a table of the vim25 types of vSphere 6.7 Update 3.
///
/// The simulator accepts wrong order, unknown elements and misspelt property paths; a vCenter returns a fault. So
/// tests check every request that they see here. The package knows the table and XML. It does not know the client
/// under test, and starts no thread. Begin with [Vim25Schema].
@NullMarked
package dev.vspherecloud.testkit.vim25;

import org.jspecify.annotations.NullMarked;
