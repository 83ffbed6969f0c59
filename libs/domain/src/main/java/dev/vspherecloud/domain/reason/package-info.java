/// Why an object, such as a Node, is not as it should be: stable words, with cause and remedy.
///
/// The package knows what a program's table of reasons says of each, for Events, log lines, metrics and a reference
/// page, and the reasons that the libraries find themselves. It does not know when a reason applies, which the policies
/// decide, nor the reasons of a program. Values only, no thread. Begin with [ReasonCode].
@NullMarked
package dev.vspherecloud.domain.reason;

import org.jspecify.annotations.NullMarked;
