/// The HTTP server of the process, with TLS or without: connections, requests, and the limits that keep the
/// server available.
///
/// The package knows HTTP/1.1, deadlines for each connection, and which path leads to which [Handler]. It does
/// not know the content of pages, or how the cluster authenticates a client: it asks an
/// [AccessFilter][dev.vspherecloud.serving.auth.AccessFilter] before it looks for the page.
///
/// Threads: [HttpServer] starts two, one to accept connections, one to enforce deadlines and reload
/// certificates, and one more for each connection. All end with the server.
///
/// Begin with [HttpServer], then [RequestDispatcher].
@NullMarked
package dev.vspherecloud.serving;

import org.jspecify.annotations.NullMarked;
