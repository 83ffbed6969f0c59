/// The tags of objects, as vCenter's REST API last showed them.
///
/// [TagWatcher] reads the tags of [TaggedObjects] once a minute and when a new object appears. While REST
/// fails, it keeps the last [TagCache]. The package knows objects, tags and categories; it does not know where
/// a VM runs, which zone follows from a tag, or when a login may be sent.
///
/// Begin with [TagWatcher].
@NullMarked
package dev.vspherecloud.vsphere.inventory.tag;

import org.jspecify.annotations.NullMarked;
