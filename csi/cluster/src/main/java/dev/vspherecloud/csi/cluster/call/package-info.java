/// Requests to the API server whose failures are results.
///
/// The package knows what the answers of the API server mean. It knows no kind of object. Begin with [ObjectCalls].
@NullMarked
package dev.vspherecloud.csi.cluster.call;

import org.jspecify.annotations.NullMarked;
