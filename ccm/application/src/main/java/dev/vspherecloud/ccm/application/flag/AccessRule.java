package dev.vspherecloud.ccm.application.flag;

import static dev.vspherecloud.ccm.application.flag.Flag.AUTHENTICATION_KUBECONFIG;
import static dev.vspherecloud.ccm.application.flag.Flag.AUTHENTICATION_SKIP_LOOKUP;
import static dev.vspherecloud.ccm.application.flag.Flag.AUTHENTICATION_TOKEN_WEBHOOK_CACHE_TTL;
import static dev.vspherecloud.ccm.application.flag.Flag.AUTHENTICATION_TOLERATE_LOOKUP_FAILURE;
import static dev.vspherecloud.ccm.application.flag.Flag.AUTHORIZATION_ALWAYS_ALLOW_PATHS;
import static dev.vspherecloud.ccm.application.flag.Flag.AUTHORIZATION_KUBECONFIG;
import static dev.vspherecloud.ccm.application.flag.Flag.AUTHORIZATION_WEBHOOK_CACHE_AUTHORIZED_TTL;
import static dev.vspherecloud.ccm.application.flag.Flag.AUTHORIZATION_WEBHOOK_CACHE_UNAUTHORIZED_TTL;
import static dev.vspherecloud.ccm.application.flag.Flag.CLIENT_CA_FILE;
import static dev.vspherecloud.ccm.application.flag.Flag.REQUESTHEADER_ALLOWED_NAMES;
import static dev.vspherecloud.ccm.application.flag.Flag.REQUESTHEADER_CLIENT_CA_FILE;
import static dev.vspherecloud.ccm.application.flag.Flag.REQUESTHEADER_EXTRA_HEADERS_PREFIX;
import static dev.vspherecloud.ccm.application.flag.Flag.REQUESTHEADER_GROUP_HEADERS;
import static dev.vspherecloud.ccm.application.flag.Flag.REQUESTHEADER_UID_HEADERS;
import static dev.vspherecloud.ccm.application.flag.Flag.REQUESTHEADER_USERNAME_HEADERS;

import dev.vspherecloud.serving.auth.AuthenticationSettings;
import dev.vspherecloud.serving.auth.AuthorizationSettings;
import dev.vspherecloud.serving.auth.RequestHeaderSettings;

/// Reads the flags that determine which clients may read the pages of the process.
final class AccessRule {
    private final FlagValues flags;

    AccessRule(FlagValues flags) {
        this.flags = flags;
    }

    AuthenticationSettings authentication() {
        return new AuthenticationSettings(
                flags.path(AUTHENTICATION_KUBECONFIG),
                flags.isOn(AUTHENTICATION_SKIP_LOOKUP),
                flags.isOn(AUTHENTICATION_TOLERATE_LOOKUP_FAILURE),
                flags.duration(AUTHENTICATION_TOKEN_WEBHOOK_CACHE_TTL),
                flags.path(CLIENT_CA_FILE),
                new RequestHeaderSettings(
                        flags.path(REQUESTHEADER_CLIENT_CA_FILE),
                        flags.list(REQUESTHEADER_ALLOWED_NAMES),
                        flags.list(REQUESTHEADER_USERNAME_HEADERS),
                        flags.list(REQUESTHEADER_UID_HEADERS),
                        flags.list(REQUESTHEADER_GROUP_HEADERS),
                        flags.list(REQUESTHEADER_EXTRA_HEADERS_PREFIX)));
    }

    AuthorizationSettings authorization() {
        return new AuthorizationSettings(
                flags.path(AUTHORIZATION_KUBECONFIG),
                flags.list(AUTHORIZATION_ALWAYS_ALLOW_PATHS),
                flags.duration(AUTHORIZATION_WEBHOOK_CACHE_AUTHORIZED_TTL),
                flags.duration(AUTHORIZATION_WEBHOOK_CACHE_UNAUTHORIZED_TTL));
    }
}
