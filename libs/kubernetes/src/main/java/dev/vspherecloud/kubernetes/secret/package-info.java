/// Reads one Secret by its name, and follows it.
///
/// The permission `get` on that one name is enough. The package does not know what the Secret is for, and its
/// values are in no message. It starts no thread: a [SecretWatch] is a [Runnable] that its caller runs and
/// interrupts. Begin with [SecretReader].
@NullMarked
package dev.vspherecloud.kubernetes.secret;

import org.jspecify.annotations.NullMarked;
