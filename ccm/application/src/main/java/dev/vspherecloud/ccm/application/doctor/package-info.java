/// `doctor`: checks that turn facts about configuration, network, vCenters and cluster into findings, each with a
/// remedy, and their output as text and JSON.
///
/// Adapters gather the facts, and pure checks decide on them. A check reports a cause and not what follows from it.
/// Where the program's table of reasons has a reason, the finding is that reason. Begin with [FindingCode] and
/// [Diagnosis]; `DoctorExamination` puts the parts together.
@NullMarked
package dev.vspherecloud.ccm.application.doctor;

import org.jspecify.annotations.NullMarked;
