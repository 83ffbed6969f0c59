package dev.vspherecloud.config;

import dev.vspherecloud.text.Secret;
import java.util.Optional;

/// The HTTP proxy on the way to a vCenter.
///
/// @param host     name or address literal without brackets
/// @param port     1 to 65535
/// @param user     for the proxy itself, if it wants one
/// @param password of that user; empty text when there is none
public record ProxyConfig(String host, int port, Optional<String> user, Secret password) {}
