/// Reads one Secret by its name, and follows its changes.
///
/// The permission `get` on that one name is enough. The package does not know what the Secret is for, and no
/// message contains its values. It starts no thread: a [SecretWatch] is a [Runnable] that its caller runs and
/// interrupts. Begin with [SecretReader].
@NullMarked
package dev.vspherecloud.kubernetes.secret;

import org.jspecify.annotations.NullMarked;
