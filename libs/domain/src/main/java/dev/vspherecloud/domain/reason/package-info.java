/// Why a Node is not as it should be: stable words, with cause and remedy.
///
/// The package is the one table behind Events, log lines, metrics and `docs/reference/reasons.md`. It does not know
/// when a reason applies; the policies decide that. Values only, no thread. Begin with [ReasonCode].
@NullMarked
package dev.vspherecloud.domain.reason;

import org.jspecify.annotations.NullMarked;
