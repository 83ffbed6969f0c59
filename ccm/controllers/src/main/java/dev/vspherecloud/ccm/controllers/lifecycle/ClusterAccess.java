package dev.vspherecloud.ccm.controllers.lifecycle;

import dev.vspherecloud.ccm.domain.lifecycle.Chronicle;
import dev.vspherecloud.ccm.domain.lifecycle.Office;
import dev.vspherecloud.ccm.domain.node.NodeEvents;
import dev.vspherecloud.ccm.domain.node.Nodes;
import dev.vspherecloud.domain.existence.Kubelets;

/// The cluster as the lifecycle controller reads and changes it.
///
/// @param chronicle what the leader before left, and what this one leaves
/// @param office    the right to write
public record ClusterAccess(Nodes nodes, NodeEvents events, Kubelets kubelets, Chronicle chronicle, Office office) {}
