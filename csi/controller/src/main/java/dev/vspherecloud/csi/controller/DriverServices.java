package dev.vspherecloud.csi.controller;

import dev.vspherecloud.csi.controller.attach.Attachments;
import dev.vspherecloud.csi.controller.placement.Capacities;
import dev.vspherecloud.csi.controller.snapshot.Snapshots;
import dev.vspherecloud.csi.controller.volume.Volumes;

/// What the active controller offers to the calls of the sidecars.
public record DriverServices(Volumes volumes, Capacities capacities, Snapshots snapshots, Attachments attachments) {}
