package dev.vspherecloud.testkit.wire;

import java.io.IOException;
import java.io.UncheckedIOException;
import java.net.InetAddress;
import java.net.InetSocketAddress;
import java.net.Socket;

/// A port of the loopback interface that is reserved for one server: before it starts, between two runs, and until
/// [#close]. While no server listens on it, connections are refused.
///
/// A socket with `SO_REUSEADDR` is bound to the port and never listens. Then the kernel does not assign the port to a
/// process that asks for any free port, nor as the source port of a connection. A server that gets the number can
/// listen on it, because Go programs (kube-apiserver, etcd, vcsim) and this project's own listeners set the same
/// option.
///
/// This works on Linux. On other systems, the socket would also block the server. There it is closed at once, and
/// another process may take the port.
///
/// Threads: any.
public final class ReservedPort implements AutoCloseable {
    private static final boolean CAN_BE_KEPT = System.getProperty("os.name").equals("Linux");

    private final Socket reservation;
    private final int number;

    private ReservedPort(Socket reservation) {
        this.reservation = reservation;
        this.number = reservation.getLocalPort();
    }

    /// Reserves a port that no other process uses.
    public static ReservedPort any() {
        var socket = new Socket();
        try {
            socket.setReuseAddress(true);
            socket.bind(new InetSocketAddress(InetAddress.getLoopbackAddress(), 0));
        } catch (IOException e) {
            throw new UncheckedIOException("no port on loopback can be reserved", e);
        }
        var port = new ReservedPort(socket);
        if (!CAN_BE_KEPT) {
            port.close();
        }
        return port;
    }

    public int number() {
        return number;
    }

    /// Releases the port. A server that listens on it goes on.
    @Override
    public void close() {
        try {
            reservation.close();
        } catch (IOException e) {
            throw new UncheckedIOException("port " + number + " cannot be given back", e);
        }
    }
}
