/// Runs the tutorials of the documentation: their commands, in their order, against a real API server and simulated
/// vCenters. The tests play the machines that are not there: the kubelets, and the guests of the VMs.
@NullMarked
package dev.vspherecloud.deploy.tutorial;

import org.jspecify.annotations.NullMarked;
