package dev.vspherecloud.serving.auth;

import java.util.List;

/// The pages that are for everybody.
///
/// Rule from: apiserver, authorization/path (NewAuthorizer).
///
/// @param patterns as `--authorization-always-allow-paths` has them: a page, or with a `*` at the end all that begin so
record AlwaysAllowed(List<String> patterns) {
    AlwaysAllowed {
        patterns = List.copyOf(patterns);
    }

    boolean covers(String path) {
        String page = withoutSlash(path);
        return patterns.stream().map(AlwaysAllowed::withoutSlash).anyMatch(pattern -> covers(pattern, page));
    }

    private static boolean covers(String pattern, String page) {
        return pattern.endsWith("*")
                ? page.startsWith(pattern.substring(0, pattern.length() - 1))
                : page.equals(pattern);
    }

    private static String withoutSlash(String path) {
        return path.startsWith("/") ? path.substring(1) : path;
    }
}
