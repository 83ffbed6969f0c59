package dev.vspherecloud.testkit.wire;

import java.io.IOException;
import java.io.UncheckedIOException;
import java.net.InetAddress;
import java.net.InetSocketAddress;
import java.net.Socket;

/// A port of the loopback interface that is kept for one server: before it starts, between two of its runs, and until
/// this is closed. While no server listens on it, connections are refused.
///
/// How: a socket with `SO_REUSEADDR` is bound to the port and never listens. The kernel then gives the port to nobody
/// who asks for any free one, nor as the source of a connection. A server that is told the number can listen on it,
/// because Go programs (kube-apiserver, etcd, vcsim) and this project's own listeners set the same option.
///
/// That holds on Linux. On other systems the socket would keep the server away as well, so there it is closed at
/// once, and the number may be lost to another process.
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

    /// A port that nobody else has.
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

    /// Gives the port back. A server that listens on it goes on.
    @Override
    public void close() {
        try {
            reservation.close();
        } catch (IOException e) {
            throw new UncheckedIOException("port " + number + " cannot be given back", e);
        }
    }
}
