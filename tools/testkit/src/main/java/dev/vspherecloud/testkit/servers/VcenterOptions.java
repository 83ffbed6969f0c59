package dev.vspherecloud.testkit.servers;

import java.util.Optional;

/// The options with which a [SimulatedVcenter] starts.
///
/// @param tls true for HTTPS, as in a real vCenter; false so that a proxy can read the calls
/// @param username the only account, with or without a domain
/// @param instanceUuid identifies the vCenter; empty for a new one
/// @param apiVersion such as `6.7.3`, `7.0.3.0` or `8.0.3.0`
/// @param stockCollector true for govmomi's own PropertyCollector, with its quirks; false for that of this project
/// @param stockCns true for govmomi's own Cloud Native Storage, which is simpler; false for that of this project
public record VcenterOptions(
        boolean tls,
        String username,
        String password,
        Optional<String> instanceUuid,
        String apiVersion,
        boolean stockCollector,
        boolean stockCns) {
    public static VcenterOptions defaults() {
        return new VcenterOptions(
                true, "administrator@vsphere.local", "Passw0rd!", Optional.empty(), "8.0.3.0", false, false);
    }

    public VcenterOptions plainHttp() {
        return new VcenterOptions(false, username, password, instanceUuid, apiVersion, stockCollector, stockCns);
    }

    public VcenterOptions account(String name, String secret) {
        return new VcenterOptions(tls, name, secret, instanceUuid, apiVersion, stockCollector, stockCns);
    }

    public VcenterOptions instanceUuid(String uuid) {
        return new VcenterOptions(tls, username, password, Optional.of(uuid), apiVersion, stockCollector, stockCns);
    }

    VcenterOptions anyInstance() {
        return new VcenterOptions(tls, username, password, Optional.empty(), apiVersion, stockCollector, stockCns);
    }

    public VcenterOptions apiVersion(String version) {
        return new VcenterOptions(tls, username, password, instanceUuid, version, stockCollector, stockCns);
    }

    public VcenterOptions withStockCollector() {
        return new VcenterOptions(tls, username, password, instanceUuid, apiVersion, true, stockCns);
    }

    public VcenterOptions withStockCns() {
        return new VcenterOptions(tls, username, password, instanceUuid, apiVersion, stockCollector, true);
    }

    @Override
    public String toString() {
        return "vCenter " + apiVersion + (tls ? " with TLS" : "") + " for " + username;
    }
}
