package dev.vspherecloud.controllers.lifecycle;

import dev.vspherecloud.domain.existence.Kubelets;
import dev.vspherecloud.domain.lifecycle.Chronicle;
import dev.vspherecloud.domain.lifecycle.Office;
import dev.vspherecloud.domain.node.NodeEvents;
import dev.vspherecloud.domain.node.Nodes;

/// The cluster as the lifecycle controller reads and changes it.
///
/// @param chronicle what the leader before left, and what this one leaves
/// @param office    the right to write
public record ClusterAccess(Nodes nodes, NodeEvents events, Kubelets kubelets, Chronicle chronicle, Office office) {}
