/// The Controller service of CSI. Begin with [CsiController]; each kind of request has a package of its own, which has
/// the handler that reads the request and words the answer, and the service that carries it out.
@NullMarked
package dev.vspherecloud.csi.controller;

import org.jspecify.annotations.NullMarked;
