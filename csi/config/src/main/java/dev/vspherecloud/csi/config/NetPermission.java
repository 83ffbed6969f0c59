package dev.vspherecloud.csi.config;

/// The permissions of a group of clients on new file volumes.
///
/// @param ips an address, a CIDR range, or `*` for all clients
/// @param rootSquash true if the user root of these clients becomes an anonymous user
public record NetPermission(String ips, Access access, boolean rootSquash) {
    /// The entry that applies if the configuration has none.
    public static final NetPermission DEFAULT = new NetPermission("*", Access.READ_WRITE, false);

    /// What the clients may do. The names are those of the vSAN API.
    public enum Access {
        READ_WRITE,
        READ_ONLY,
        NO_ACCESS
    }
}
