package dev.vspherecloud.ccm.application.flag;

import static dev.vspherecloud.ccm.application.flag.Flag.BIND_ADDRESS;
import static dev.vspherecloud.ccm.application.flag.Flag.PERMIT_ADDRESS_SHARING;
import static dev.vspherecloud.ccm.application.flag.Flag.PERMIT_PORT_SHARING;
import static dev.vspherecloud.ccm.application.flag.Flag.PROFILING;
import static dev.vspherecloud.ccm.application.flag.Flag.SECURE_PORT;

import dev.vspherecloud.serving.ServingSettings;

/// Reads the flags for the HTTPS port of the process.
final class ServingRule {
    private static final int HIGHEST_PORT = 65_535;

    private final FlagValues flags;

    ServingRule(FlagValues flags) {
        this.flags = flags;
    }

    Options.ServingOptions options() {
        int port = flags.integer(SECURE_PORT);
        flags.require(port >= 0 && port <= HIGHEST_PORT, SECURE_PORT, "a port from 1 to 65535, or 0 to serve nothing");
        var access = new AccessRule(flags);
        return new Options.ServingOptions(
                new ServingSettings(
                        flags.text(BIND_ADDRESS),
                        port,
                        flags.isOn(PERMIT_ADDRESS_SHARING),
                        flags.isOn(PERMIT_PORT_SHARING),
                        new TlsRule(flags).settings()),
                access.authentication(),
                access.authorization(),
                flags.isOn(PROFILING));
    }
}
