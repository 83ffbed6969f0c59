/// `doctor` on the test bed: each fault of `faults.txt` is found, named, and no other.
@NullMarked
package dev.vspherecloud.ccm.application.scenario.doctor;

import org.jspecify.annotations.NullMarked;
