package dev.vspherecloud.domain.node;

import java.net.InetAddress;

/// An address that VMware Tools report.
///
/// @param text as reported, which is how it is written to the Node
/// @param ip   the same, to calculate with; an IPv4-mapped IPv6 address counts as IPv4
public record GuestAddress(String text, InetAddress ip) {}
