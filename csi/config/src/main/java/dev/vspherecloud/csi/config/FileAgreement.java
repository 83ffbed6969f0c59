package dev.vspherecloud.csi.config;

import dev.vspherecloud.config.ConfigKey;
import dev.vspherecloud.config.ConfigLocation;
import dev.vspherecloud.config.Problems;
import dev.vspherecloud.config.RawConfig;
import dev.vspherecloud.config.RawSection;
import dev.vspherecloud.config.RawValue;
import dev.vspherecloud.config.VcenterKey;
import dev.vspherecloud.config.credentials.CredentialsSource.Inline;
import dev.vspherecloud.config.vcenter.ConfiguredVcenter;
import dev.vspherecloud.config.vcenter.ConnectionConfig;
import dev.vspherecloud.config.vcenter.VsphereConf;
import java.util.Locale;
import java.util.Optional;

/// Compares `csi-vsphere.conf` with a `vsphere.conf` beside it.
///
/// Both name the same vCenters, so a difference in how to reach one is an error: one of the two is wrong, and it is
/// not known which. The accounts may differ, because the two programs need different privileges. But one user with
/// two passwords is an error: the wrong password would lock the account.
final class FileAgreement {
    private final VsphereConf own;
    private final VsphereConf shared;
    private final Problems problems;

    FileAgreement(VsphereConf own, VsphereConf shared, Problems problems) {
        this.own = own;
        this.shared = shared;
        this.problems = problems;
    }

    void check() {
        for (ConfiguredVcenter vcenter : own.vcenters()) {
            shared.vcenters().stream()
                    .filter(other -> server(other).equals(server(vcenter)))
                    .findFirst()
                    .ifPresentOrElse(other -> compare(vcenter, other), () -> warnOfMissing(vcenter));
        }
        for (CsiConfigKey key : CsiConfigKey.values()) {
            if (key.isIn(CsiConfigSection.CSI)) {
                compare(key);
            }
        }
    }

    private static String server(ConfiguredVcenter vcenter) {
        return vcenter.connection().server().toLowerCase(Locale.ROOT);
    }

    private void warnOfMissing(ConfiguredVcenter vcenter) {
        problems.warning(
                section(vcenter).place(),
                "found a vCenter that %s does not name; add it there, or remove it here".formatted(otherFile()));
    }

    private void compare(ConfiguredVcenter vcenter, ConfiguredVcenter other) {
        ConnectionConfig mine = vcenter.connection();
        ConnectionConfig theirs = other.connection();
        require(mine.port() == theirs.port(), VcenterKey.PORT_NUMBER, vcenter, other);
        require(mine.tls().insecure() == theirs.tls().insecure(), VcenterKey.INSECURE_FLAG, vcenter, other);
        require(mine.tls().caFiles().equals(theirs.tls().caFiles()), VcenterKey.CA_FILE, vcenter, other);
        require(mine.tls().thumbprints().equals(theirs.tls().thumbprints()), VcenterKey.THUMBPRINT, vcenter, other);
        require(mine.proxy().equals(theirs.proxy()), VcenterKey.PROXY_URL, vcenter, other);
        compareAccounts(vcenter, other);
    }

    private void require(boolean same, ConfigKey key, ConfiguredVcenter vcenter, ConfiguredVcenter other) {
        if (!same) {
            problems.error(
                    placeOf(key, vcenter, own.raw()),
                    "found another value than in %s for the same vCenter, expected the same; correct one of the two, or remove one of the files"
                            .formatted(shown(placeOf(key, other, shared.raw()))));
        }
    }

    private void compareAccounts(ConfiguredVcenter vcenter, ConfiguredVcenter other) {
        if (vcenter.credentials() instanceof Inline mine && other.credentials() instanceof Inline theirs) {
            boolean isSameUser = mine.user().equalsIgnoreCase(theirs.user());
            if (isSameUser && !mine.password().equals(theirs.password())) {
                require(false, VcenterKey.PASSWORD, vcenter, other);
            } else if (!isSameUser) {
                warnOfOtherAccount(vcenter);
            }
        } else if (!vcenter.credentials().equals(other.credentials())) {
            warnOfOtherAccount(vcenter);
        }
    }

    private void warnOfOtherAccount(ConfiguredVcenter vcenter) {
        problems.warning(
                placeOf(VcenterKey.USER, vcenter, own.raw()),
                "found other credentials than in %s for the same vCenter; the CSI driver uses these, change them if that is not intended"
                        .formatted(otherFile()));
    }

    private void compare(CsiConfigKey key) {
        Optional<RawValue> mine = new ProgramKeys(own.raw()).value(key);
        Optional<RawValue> theirs = new ProgramKeys(shared.raw()).value(key);
        if (theirs.isPresent() && mine.isEmpty()) {
            problems.warning(
                    theirs.get().place(),
                    "has no effect: the CSI driver reads its keys from %s; move it there, or remove that file"
                            .formatted(own.raw().place().file()));
        } else if (theirs.isPresent()
                && !theirs.get().text().strip().equals(mine.orElseThrow().text().strip())) {
            problems.error(
                    mine.orElseThrow().place(),
                    "found another value than in %s, expected the same; correct or remove one of the two"
                            .formatted(shown(theirs.get().place())));
        }
    }

    private String otherFile() {
        return shared.raw().place().file();
    }

    private static RawSection section(ConfiguredVcenter vcenter) {
        return vcenter.sections().getFirst();
    }

    /// Returns the place of the key: that of the vCenter, else that of `global`, else where the vCenter begins.
    private static ConfigLocation placeOf(ConfigKey key, ConfiguredVcenter vcenter, RawConfig raw) {
        RawSection section = section(vcenter);
        return section.has(key)
                ? section.placeOf(key)
                : raw.global().has(key)
                        ? raw.global().placeOf(key)
                        : section.place().withKey(section.pathOf(key));
    }

    private static String shown(ConfigLocation place) {
        return place.line() == 0 ? place.file() : place.file() + " line " + place.line();
    }
}
