/// Ties tests of this project to the test cases of cloud-provider-vsphere (Go), and finds files of this project.
///
/// [Conforms] marks a test that shows a case; the tests of this module render `docs/explanation/conformance.md`
/// from the marks. The package does not know what a case means, and starts no thread. Begin with [Conforms];
/// [Project] finds pages and resources for tests of all modules, [MarkdownPage] the code and
/// links of a page, and [DocBlock] the commands and outputs in pages.
@NullMarked
package dev.vspherecloud.conformance;

import org.jspecify.annotations.NullMarked;
