package dev.vspherecloud.csi.protocol.http2;

import java.io.IOException;
import java.net.StandardProtocolFamily;
import java.net.UnixDomainSocketAddress;
import java.nio.channels.ServerSocketChannel;
import java.nio.file.Files;
import java.nio.file.LinkOption;
import java.nio.file.Path;
import java.nio.file.StandardCopyOption;
import java.nio.file.attribute.BasicFileAttributes;
import java.nio.file.attribute.PosixFilePermissions;
import java.util.Objects;
import org.jspecify.annotations.Nullable;

/// The file of a unix socket.
///
/// A socket whose process was killed leaves its file, and no process can listen on that path again. So the
/// server listens on a new file and moves it over the old one. The new file has its permissions before any
/// client can find it.
///
/// @param key identifies this file among others with the same name
record SocketFile(
        Path path, ServerSocketChannel channel, @Nullable Object key) {
    /// Only the user and the group of this process may connect.
    private static final String PERMISSIONS = "rw-rw----";

    private static final int BACKLOG = 128;

    /// Listens on this path.
    ///
    /// @throws UnixSocketException if that is not possible
    static SocketFile listen(Path path) {
        try {
            requireSocketOrNothing(path);
            ServerSocketChannel channel = ServerSocketChannel.open(StandardProtocolFamily.UNIX);
            try {
                return listen(path, channel);
            } catch (IOException e) {
                channel.close();
                throw e;
            }
        } catch (IOException e) {
            throw new UnixSocketException(
                    "cannot listen on the unix socket %s: %s. Check that its folder exists and is writable, and that the path has at most 100 bytes (CSI_ENDPOINT)"
                            .formatted(path, e),
                    e);
        }
    }

    private static SocketFile listen(Path path, ServerSocketChannel channel) throws IOException {
        Path fresh = path.resolveSibling(path.getFileName() + ".new");
        Files.deleteIfExists(fresh);
        channel.bind(UnixDomainSocketAddress.of(fresh), BACKLOG);
        Files.setPosixFilePermissions(fresh, PosixFilePermissions.fromString(PERMISSIONS));
        Files.move(fresh, path, StandardCopyOption.ATOMIC_MOVE);
        return new SocketFile(path, channel, attributes(path).fileKey());
    }

    private static void requireSocketOrNothing(Path path) throws IOException {
        if (Files.exists(path, LinkOption.NOFOLLOW_LINKS) && !attributes(path).isOther()) {
            throw new UnixSocketException(
                    "cannot listen on the unix socket %s: found a file or folder, expected a socket or nothing. Remove it, or set CSI_ENDPOINT to another path"
                            .formatted(path));
        }
    }

    /// Closes the socket, and removes its file unless another process has replaced it.
    void close() throws IOException {
        channel.close();
        if (Files.exists(path, LinkOption.NOFOLLOW_LINKS)
                && Objects.equals(attributes(path).fileKey(), key)) {
            Files.deleteIfExists(path);
        }
    }

    private static BasicFileAttributes attributes(Path path) throws IOException {
        return Files.readAttributes(path, BasicFileAttributes.class, LinkOption.NOFOLLOW_LINKS);
    }
}
