/// XML and SOAP 1.1 as text: a reader with limits, a writer, envelopes, faults, version files, and the
/// addresses of a vCenter's services.
///
/// The package opens no connection, knows no vSphere type, and starts no thread: callers read a response with
/// an [XmlCursor][dev.vspherecloud.vsphere.client.soap.XmlCursor]. Any bytes result in a value or in a
/// [MalformedXmlException][dev.vspherecloud.vsphere.client.soap.MalformedXmlException]. Begin with
/// [SoapRequest] and [SoapAnswer].
@NullMarked
package dev.vspherecloud.vsphere.client.soap;

import org.jspecify.annotations.NullMarked;
