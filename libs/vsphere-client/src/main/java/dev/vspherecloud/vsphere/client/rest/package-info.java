/// The tagging REST interface as plain text work: its two dialects, bounded JSON reading, error bodies.
///
/// Nothing here opens a connection. Whatever the bytes are, reading ends in a value or in a
/// [MalformedJsonException][dev.vspherecloud.json.MalformedJsonException].
@NullMarked
package dev.vspherecloud.vsphere.client.rest;

import org.jspecify.annotations.NullMarked;
