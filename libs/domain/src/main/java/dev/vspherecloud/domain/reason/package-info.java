/// The reasons why an object, such as a Node, is not as it should be: stable names, with cause and remedy.
///
/// The package defines the form of a program's table of reasons, for Events, log lines, metrics and a reference
/// page, and the reasons that the libraries find themselves. It does not know when a reason applies, which the
/// policies decide, nor the reasons of a program. Values only, no thread. Begin with [ReasonCode].
@NullMarked
package dev.vspherecloud.domain.reason;

import org.jspecify.annotations.NullMarked;
