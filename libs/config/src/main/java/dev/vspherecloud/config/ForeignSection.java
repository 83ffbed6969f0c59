package dev.vspherecloud.config;

/// A section for another reader, by its name in each dialect.
///
/// @param isNamed     true when there may be several, each with a name
/// @param isRewritten true when its keys follow the rule by which ours are named, so that a configuration can
///     be said in
///                    the other dialect with them
public record ForeignSection(String yaml, String ini, boolean isNamed, boolean isRewritten) {
    public String name(Dialect dialect) {
        return dialect == Dialect.YAML ? yaml : ini;
    }
}
