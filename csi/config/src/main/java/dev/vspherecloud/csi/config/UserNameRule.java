package dev.vspherecloud.csi.config;

import dev.vspherecloud.config.Problems;
import dev.vspherecloud.config.RawSection;
import dev.vspherecloud.config.VcenterKey;
import dev.vspherecloud.config.credentials.CredentialsSource;
import dev.vspherecloud.config.vcenter.ConfiguredVcenter;
import java.util.regex.Pattern;

/// Checks that the user name of each vCenter has a domain.
///
/// Rule from: vsphere-csi-driver, pkg/common/config, validation of the configuration. Differs: the user and the
/// domain may have any characters.
public final class UserNameRule {
    private static final Pattern WITH_DOMAIN = Pattern.compile("(?s)[^@\\\\]+\\\\[^\\\\]+|[^\\\\]+@[^@\\\\]+");

    private UserNameRule() {}

    /// Returns true if the user has a domain: `user@domain`, or domain, backslash and user.
    public static boolean hasDomain(String user) {
        return WITH_DOMAIN.matcher(user.strip()).matches();
    }

    /// Reports a user without a domain. Only a user in the file is checked here, because a Secret is read later.
    static void check(ConfiguredVcenter vcenter, RawSection global, Problems problems) {
        if (vcenter.credentials() instanceof CredentialsSource.Inline inline && !hasDomain(inline.user())) {
            RawSection own = vcenter.sections().getFirst();
            problems.error(
                    (own.has(VcenterKey.USER) ? own : global).placeOf(VcenterKey.USER),
                    "found a user name without a domain, expected user@domain or domain\\user; add the domain, as in"
                            + " administrator@vsphere.local");
        }
    }
}
