/// The syntax of Kubernetes labels, and the conversion of a name to a label value.
///
/// The package knows the syntax. It does not know which labels a Node gets. No I/O, no thread. Begin with
/// [LabelValue].
@NullMarked
package dev.vspherecloud.domain.label;

import org.jspecify.annotations.NullMarked;
