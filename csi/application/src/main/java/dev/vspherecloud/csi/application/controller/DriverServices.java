package dev.vspherecloud.csi.application.controller;

/// What the active controller offers to the calls of the sidecars.
public record DriverServices(Volumes volumes, Capacities capacities, Snapshots snapshots, Attachments attachments) {}
