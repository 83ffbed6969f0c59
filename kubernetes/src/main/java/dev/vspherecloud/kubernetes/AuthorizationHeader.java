package dev.vspherecloud.kubernetes;

import io.fabric8.kubernetes.client.Config;
import io.fabric8.kubernetes.client.http.BasicBuilder;
import io.fabric8.kubernetes.client.http.HttpClient;
import io.fabric8.kubernetes.client.http.HttpRequest;
import io.fabric8.kubernetes.client.http.Interceptor;
import io.fabric8.kubernetes.client.utils.HttpClientUtils;
import io.fabric8.kubernetes.client.utils.TokenRefreshInterceptor;
import org.jspecify.annotations.Nullable;

/// Says in each request who we are, in place of the library's own [TokenRefreshInterceptor]. That one sends a request
/// that was refused (401) a second time by itself, also when it has no other token, and without a look at whether this
/// process still leads.
record AuthorizationHeader(Config config) implements Interceptor {
    private static final String NAME = "Authorization";

    /// A kubeconfig with an `auth-provider` keeps the library's: only that knows how to renew its tokens.
    static void install(Config config, HttpClient.Builder client) {
        if (config.getAuthProvider() == null) {
            client.addOrReplaceInterceptor(TokenRefreshInterceptor.NAME, new AuthorizationHeader(config));
        }
    }

    @Override
    public void before(BasicBuilder builder, HttpRequest request, RequestTags tags) {
        if (isGiven(config.getUsername()) && isGiven(config.getPassword())) {
            builder.header(NAME, HttpClientUtils.basicCredentials(config.getUsername(), config.getPassword()));
            return;
        }
        String token = config.getOauthTokenProvider() == null
                ? config.getAutoOAuthToken()
                : config.getOauthTokenProvider().getToken();
        if (isGiven(token)) {
            builder.header(NAME, "Bearer " + token);
        }
    }

    private static boolean isGiven(@Nullable String text) {
        return text != null && !text.isEmpty();
    }
}
