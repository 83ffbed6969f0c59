/// What vCenter would say to a request, known without a vCenter: the vim25 types as of vSphere 6.7U3.
///
/// The simulator forgives wrong order, unknown elements and misspelt property paths, which vCenter answers with a
/// fault. So every request a test sees is checked here. Knows the table and XML; does not know our client.
@NullMarked
package dev.vspherecloud.testkit.vim25;

import org.jspecify.annotations.NullMarked;
