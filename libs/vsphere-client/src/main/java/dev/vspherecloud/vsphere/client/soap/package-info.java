/// XML and SOAP 1.1 as plain text work: a bounded reader, a writer, envelopes, faults, version files.
///
/// Nothing here opens a connection, and nothing here knows a vSphere type: callers walk an answer with a
/// [cursor][dev.vspherecloud.vsphere.client.soap.XmlCursor]. Whatever the bytes are, reading ends in a value or
/// in a [MalformedXmlException][dev.vspherecloud.vsphere.client.soap.MalformedXmlException].
@NullMarked
package dev.vspherecloud.vsphere.client.soap;

import org.jspecify.annotations.NullMarked;
