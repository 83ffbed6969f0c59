/// The tagging REST API as text: its two dialects, JSON with limits, error bodies.
///
/// The package knows paths and the form of a response. It opens no connection, has no session, and starts no
/// thread. Any bytes result in a value or in a
/// [MalformedJsonException][dev.vspherecloud.json.MalformedJsonException]. Begin with [RestDialect].
@NullMarked
package dev.vspherecloud.vsphere.client.rest;

import org.jspecify.annotations.NullMarked;
