# The commands of this project; `make help` lists them. Maven compiles and tests. This file finds a JDK 25, builds the
# servers that the tests and the demo need, and runs the steps in order.

SHELL := /bin/bash
.SHELLFLAGS := -o pipefail -c

JDK := $(shell for d in "$$JAVA_HOME" /usr/lib/jvm/* /opt/java/* /opt/jdk* "$$HOME"/.sdkman/candidates/java/* \
	"$$(/usr/libexec/java_home -v 25 2>/dev/null)"; do \
	"$$d/bin/javac" -version 2>/dev/null | grep -q '^javac 25' && printf %s "$$d" && break; done)

MVN := JAVA_HOME="$(JDK)" mvn -B
SERVERS = -Dvspherecloud.servers="$$(tools/servers/build)"

# For tests whose time is a parameter, or that run for hours.
LONG = -Dtests.timeout='12 h' -Dtests.process.timeout=43200

# Version and commit of the program, as options of Maven.
ORIGIN = $$(tools/release/origin)

# Reduces the output of Maven to one line for each module, and its errors and warnings.
BRIEFLY = awk '/^\[INFO\] Building vsphere-cloud/ {print "  " $$NF, $$3; fflush()} /^\[(ERROR|WARNING)\]/ {print; fflush()}'

# Source files of the provider and of the demo: a change of one of them makes dist/ outdated.
SOURCES := $(shell find . -path ./tools/servers -prune -o \( -name target -o -name dist -o -name .git \) -prune -o \
	\( -path '*/src/main/*' -o -name pom.xml -o -path ./ccm/application/dist.sh -o -path ./csi/application/dist.sh -o -path ./tools/dist/program \) -type f -print)

.PHONY: help demo demo-csi test units quick busy test-csi test-times dist image kubectl-plugin release publish release-check bench bench-process bench-csi bench-port bench-nodes fuzz chaos soak mutation prose docs docs-site tutorials screenshots \
	manifests changelog release-notes release-credentials github-release format clean jdk servers

help:
	@echo 'make demo          runs the provider against real servers and shows how six Nodes become ready (KEEP=1 leaves all running)'
	@echo 'make demo-csi      runs the CSI driver against real servers and shows a Pod, its disk, a move and a restored snapshot (KEEP=1 leaves all running)'
	@echo 'make test          runs all tests, as in CI'
	@echo 'make quick         compiles what a change affects, without static analysis, and runs all unit tests'
	@echo 'make test-csi      runs only the tests of storage with the real Kubernetes components'
	@echo 'make busy          runs all tests in random order beside two busy processes (RUNS= number of runs, SEED= first seed, TESTS= modules)'
	@echo 'make test-times    runs all tests and writes where their time goes to benchmarks/reports/test-times.txt'
	@echo 'make dist          builds dist/bin/vsphere-cloud-controller-manager and dist/bin/vsphere-csi'
	@echo 'make image         builds dist/image/vsphere-cloud-controller-manager.tar (OCI image layout) and its bill of materials'
	@echo 'make kubectl-plugin builds the kubectl plugin for all platforms into dist/kubectl-vsphere (VERSION= of the release, URL= where it is published)'
	@echo 'make release       builds dist/release/ for VERSION= (REGISTRY= names the images, KEY= signs; see docs/how-to/release.md)'
	@echo 'make publish       pushes dist/release/ to REGISTRY= (KEY= signs)'
	@echo 'make release-check makes a release twice, pushes it to a registry of its own, installs it, and changes each file to see that this is noticed'
	@echo 'make bench         runs the benchmarks and writes their results to benchmarks/reports/'
	@echo 'make bench-process measures the process: time until ready, memory, size of the image'
	@echo 'make bench-csi     measures the CSI driver: vCenter calls, time and memory for 1,000 volumes'
	@echo 'make bench-port    measures the probes of the kubelet while 2,000 clients attack the port'
	@echo 'make bench-nodes   measures Nodes beside 500 as large as possible, and 10,000 ordinary ones'
	@echo 'make fuzz          fuzzes all parsers of external input (FUZZ= time for each, default 60s)'
	@echo 'make chaos         replays one run of the chaos test and prints its trace (SEED= or POWER= selects the run)'
	@echo 'make soak          runs the long tests (RUNS= number of runs, SEED= first seed, CLASS= only these; see CONTRIBUTING.md)'
	@echo 'make mutation      runs mutation tests of the rules that decide which Nodes are deleted'
	@echo 'make prose         checks the language of all texts; tools/prose/README.md lists the rules'
	@echo 'make docs          regenerates docs/reference and the program outputs in all pages; check the diff before you commit it'
	@echo 'make docs-site     builds the documentation site and checks its links (VERSION=1.0.0, REPOSITORY=https://...); needs Python 3.11'
	@echo 'make screenshots   takes screenshots of the status page in Chromium, in light, dark and narrow, and writes them to docs/images'
	@echo 'make tutorials     runs the tutorials against real servers and renews their output; check the diff before you commit it'
	@echo 'make manifests     regenerates deploy/manifests and the test renderings of the chart; check the diff before you commit it'
	@echo 'make changelog     prints the changes since the last release; with VERSION=1.0.0, moves them into CHANGELOG.md (DATE= of the release)'
	@echo 'make format        formats the source code'
	@echo 'make clean         removes the build results; the servers stay in their cache directory'

jdk:
	@test -n "$(JDK)" || { echo 'JDK 25 not found: install a JDK 25 of any vendor, or set JAVA_HOME to its directory.' >&2; exit 1; }
	@command -v mvn >/dev/null || { echo 'Maven not found: install Maven 3.8 or newer.' >&2; exit 1; }

servers: jdk
	@tools/servers/build >/dev/null

demo: dist/.made
	@JAVA_HOME="$(JDK)" tools/testkit/run dev.vspherecloud.testkit.demo.Demo $(if $(KEEP),--keep)

demo-csi: dist/.made
	@for module in csi-provisioner csi-sidecars controllers; do tools/servers/build $$module >/dev/null || exit 1; done
	@JAVA_HOME="$(JDK)" tools/testkit/run dev.vspherecloud.testkit.demo.StorageDemo $(if $(KEEP),--keep)

dist: dist/.made

dist/.made: target/.packaged
	@JAVA_HOME="$(JDK)" ccm/application/dist.sh
	@JAVA_HOME="$(JDK)" csi/application/dist.sh
	@touch $@

# The jars of all modules. A library that is no longer used would stay in the folder libs and be packaged, so both folders
# are deleted first.
OLD_LIBS = ccm/application/target/libs csi/application/target/libs
target/.packaged: $(SOURCES) | jdk servers
	@echo 'Building the provider ...'
	@rm -rf $(OLD_LIBS)
	@$(MVN) $(ORIGIN) -Dmaven.test.skip=true package | $(BRIEFLY)
	@mkdir -p target && touch $@

image: dist/image/.made

# The bill of materials needs all modules in one run of Maven. Only this step needs access to Maven Central.
dist/image/.made: dist/.made
	@echo 'Building the image ...'
	@$(MVN) $(ORIGIN) -q -Dmaven.test.skip=true -pl ccm/application -am package cyclonedx:makeBom \
		-DoutputFormat=json -DoutputName=libraries.cdx -DincludeTestScope=false
	@JAVA_HOME="$(JDK)" tools/image/build.sh

# The archives are the same for the same sources, version and Go. make release uses this verb.
kubectl-plugin:
	@cd kubectl-vsphere && GOTOOLCHAIN=local CGO_ENABLED=0 go run -trimpath ./release -version "$${VERSION:-0.0.0-development}" \
		-commit "$$(git rev-parse --short=12 HEAD 2>/dev/null || echo unknown)" -out ../dist/kubectl-vsphere $${URL:+-url "$$URL"}
	@cd kubectl-vsphere && KUBECTL_VSPHERE_RELEASE="$(CURDIR)/dist/kubectl-vsphere" GOTOOLCHAIN=local CGO_ENABLED=0 go test -trimpath -count=1 ./release
	@ls -l dist/kubectl-vsphere

# Versions, addresses and names of files reach the scripts through the environment: make exports what its command line
# sets. In a line of the shell, the shell would run what is between backquotes in them.
release: jdk servers
	@JAVA_HOME="$(JDK)" tools/release/build "$$VERSION"

publish:
	@tools/release/publish "$$REGISTRY"

release-check: jdk servers
	@JAVA_HOME="$(JDK)" tools/release/release-check

# Servers and programs of the tests, in the order in which the tests need them.
TEST_SERVERS := promtool clients kubelet plugin talos cluster-api actionlint
CSI_SERVERS := csi-sanity csi-provisioner csi-sidecars controllers memory-plugin grpc-client

# In the order of their cost: the language, the unit tests of all modules, then the tests with servers.
test: prose units dist/.made
	@for module in $(TEST_SERVERS) $(CSI_SERVERS); do tools/servers/build $$module >/dev/null || exit 1; done
	@for module in tools/servers tools/release/launcher kubectl-vsphere; do CGO_ENABLED=0 GOTOOLCHAIN=local go -C $$module test -trimpath ./... || exit 1; done
	tools/testkit/run-tests all $(MVN) -T 3 $(ORIGIN) $(SERVERS) -Dtests.skip.units --fail-at-end verify

# Builds the jars as `make dist` does, and runs the unit tests.
units: jdk servers
	@rm -rf $(OLD_LIBS)
	tools/testkit/run-tests all $(MVN) $(ORIGIN) -T 3 --fail-at-end package
	@mkdir -p target && touch target/.packaged

# The result of all unit tests after a change, in about two minutes.
quick: jdk
	tools/testkit/run-tests all $(MVN) -T 3 -Pquick -pl '!benchmarks' -Denforcer.skip --fail-at-end test

# Only the tests with the tag csi, and the servers that they need.
test-csi: dist/.made
	@for module in $(CSI_SERVERS); do tools/servers/build $$module >/dev/null || exit 1; done
	tools/testkit/run-tests all $(MVN) -T 2 $(ORIGIN) $(SERVERS) -pl csi/application,csi/commands,csi/protocol,tools/testkit -am -Dtests.skip.units -Dgroups=csi -Dspotless.check.skip --fail-at-end verify

# Finds tests that depend on time, load or order.
busy: dist/.made
	@first=$${SEED:-1} runs=$${RUNS:-1}; \
	case $$first,$$runs in *[!0-9,]*) echo 'SEED or RUNS is not a number; give digits only.' >&2; exit 1;; esac; \
	for seed in $$(seq "$$first" $$((first + runs - 1))); do \
		begin=$$(date +%s); \
		tools/testkit/busy tools/testkit/run-tests all $(MVN) -T 3 $(ORIGIN) $(SERVERS) $${TESTS:+-pl "$$TESTS" -am} -Dspotless.check.skip \
			-Dsurefire.runOrder=random -Dsurefire.runOrder.random.seed=$$seed -Dfailsafe.runOrder=random -Dfailsafe.runOrder.random.seed=$$seed \
			'-Djunit.jupiter.testmethod.order.default=org.junit.jupiter.api.MethodOrderer$$Random' \
			-Djunit.jupiter.execution.order.random.seed=$$seed --fail-at-end verify && end=passed || end=failed; \
		echo "$$(date -u +%FT%TZ) $$end, commit $$(git rev-parse --short=12 HEAD) SEED=$$seed $${TESTS:+TESTS=$$TESTS }seconds=$$(($$(date +%s) - begin))" | tee -a benchmarks/reports/busy.txt; \
		[ $$end = passed ] || exit 1; \
	done

# Observes all processes of the tests from outside.
test-times: dist/.made
	@JAVA_HOME="$(JDK)" tools/testkit/run dev.vspherecloud.testkit.times.TestTimes benchmarks/reports/test-times.txt $(MAKE) test

bench: dist/.made
	@JAVA_HOME="$(JDK)" benchmarks/run decisions initialisation

bench-process: dist/image/.made
	@JAVA_HOME="$(JDK)" benchmarks/run process

bench-csi: dist/.made
	@JAVA_HOME="$(JDK)" benchmarks/run csi

bench-port: dist/.made
	@JAVA_HOME="$(JDK)" benchmarks/run port

bench-nodes: dist/.made
	@JAVA_HOME="$(JDK)" benchmarks/run nodes

# Jazzer can fuzz only one test in a run of Maven. The heap is that of the packaged programs.
fuzz: jdk
	@for test in AnswersFuzzTest#soap AnswersFuzzTest#rest RequestsFuzzTest#requests \
			ReadersFuzzTest#yaml ReadersFuzzTest#ini ReadersFuzzTest#either \
			ClusterObjectsFuzzTest#node ClusterObjectsFuzzTest#lease \
			LoginTextFuzzTest#logins NodeToVcenterFuzzTest#node \
			Http2FuzzTest#connection GrpcMessagesFuzzTest#requests; do \
		echo "$$test ..."; \
		tools/testkit/run-tests "$$test" JAZZER_FUZZ=1 $(MVN) -q -pl libs/vsphere-client,ccm/config,libs/kubernetes,ccm/cluster,libs/vsphere-inventory,ccm/application,csi/protocol,csi/controller -am test \
			$(LONG) -Dtests.heap=-Xmx128m -Djazzer.max_duration="$${FUZZ:-60s}" || exit 1; \
	done

# A seed determines a run completely: SEED= selects a run of the chaos test, POWER= one of its power test.
chaos: jdk
	@rm -f ccm/controllers/target/chaos-trace.txt
	@run="seed=$${SEED:-0}"; [ -z "$$POWER" ] || run="power=$$POWER"; \
		tools/testkit/run-tests 'ChaosTest#replay*' $(MVN) -q -pl ccm/controllers -am test \
		-Dspotless.check.skip "-Dvspherecloud.$$run"; \
		end=$$?; cat ccm/controllers/target/chaos-trace.txt; exit $$end

# Runs only the tests with the tag soak. They get SEED and RUNS as system properties, and write to benchmarks/reports/.
# Each run adds a line that says what ran and how it ended; with CLASS, that is a part of all. A name after -Dtest would
# also run a scenario as a unit test, before it runs as a scenario.
SOAKS := benchmarks/reports/soak.txt
soak: dist/.made
	@echo 'The last runs:' && { tail -n 3 $(SOAKS) 2>/dev/null || echo 'none is recorded'; }
	@begin=$$(date +%s); case $$CLASS in *Scenario*|*IT*) units=-Dtests.skip.units;; *) units=;; esac; \
		tools/testkit/run-tests "$${CLASS:-all}" $(MVN) $(SERVERS) $$units -Dgroups=soak -Dtests.excluded= $(LONG) -Dspotless.check.skip \
			-Dvspherecloud.reports="$(CURDIR)/benchmarks/reports" \
			$${SEED:+-Dvspherecloud.seed="$$SEED"} $${RUNS:+-Dvspherecloud.runs="$$RUNS"} --fail-at-end verify && end=passed || end=failed; \
		echo "$$(date -u +%FT%TZ) $$end, commit $$(git rev-parse --short=12 HEAD)$${CLASS:+ CLASS=$$CLASS}$${SEED:+ SEED=$$SEED}$${RUNS:+ RUNS=$$RUNS} seconds=$$(($$(date +%s) - begin))" | tee -a $(SOAKS); \
		[ $$end = passed ]

mutation: jdk
	@echo 'Running mutation tests of the rules that decide which Nodes are deleted. This takes minutes ...'
	@mkdir -p libs/domain/target && rm -rf libs/domain/target/pit-reports ccm/domain/target/pit-reports ccm/controllers/target/pit-reports
	@$(MVN) -pl libs/domain,ccm/domain,ccm/controllers -am -Pmutation test-compile pitest:mutationCoverage >libs/domain/target/mutation.log 2>&1 || \
		{ tail -n 40 libs/domain/target/mutation.log; exit 1; }
	@awk '/^>> Ran [0-9]+ tests/ {modules++; sum += $$3; if (!$$3) none = 1} \
		END {if (modules != 3 || none) {print "PIT ran no tests in at least one of the three modules: see libs/domain/target/mutation.log" >"/dev/stderr"; exit 1} \
		print sum " tests ran"}' libs/domain/target/mutation.log
	@benchmarks/mutation libs/domain/target/pit-reports/mutations.csv ccm/domain/target/pit-reports/mutations.csv \
		ccm/controllers/target/pit-reports/mutations.csv >libs/domain/target/mutation.txt
	@mv libs/domain/target/mutation.txt benchmarks/reports/mutation.txt
	@cat benchmarks/reports/mutation.txt

# The rules are tested first: each must find the sentence beside it.
prose:
	@cd tools/prose && VALE="$$(../servers/build vale)/vale" CGO_ENABLED=0 GOTOOLCHAIN=local go test -trimpath ./... >&2
	@tools/prose/check

# The tests that write the blocks marked "rendered" into the pages.
RENDERED = BreakerBlocksTest,CommandLineBlocksTest,ConfigCommandBlocksTest,DoctorBlocksTest,ExplainBlocksTest,LogBlocksTest,PlanBlocksTest,TakeoverPlanBlocksTest,ChartBlocksTest\#helmRejectsWrongValues

docs: jdk
	@tools/testkit/run-tests 'ConfigReferenceTest,CsiConfigReferenceTest,ReasonReferenceTest,FlagReferenceTest,MetricReferenceTest,CsiMetricReferenceTest,DoctorReferenceTest,StatusHtmlTest#theExamplesMatchTheirFiles,ConformanceTest#thePageIsRenderedFromTheMarks,SitePagesTest#the*Are*,DocBlocksTest#thePage*,$(RENDERED)' \
		$(MVN) -q -pl ccm/domain,ccm/config,csi/config,csi/metrics,csi/commands,csi/application,tools/conformance,ccm/application,deploy -am test -Dvspherecloud.renew=true

docs-site:
	@tools/site/build "$${VERSION:-dev}" "$$REPOSITORY"

screenshots:
	@tools/screenshots/take

tutorials: dist/.made
	@tools/testkit/run-tests all $(MVN) -q $(SERVERS) -pl deploy -am verify -Dgroups=tutorial -Dvspherecloud.renew=true -Dspotless.check.skip

manifests: jdk
	@tools/testkit/run-tests 'ChartTest#*ItsFile,ChartTest#*TheirFile,ValueDescriptionsTest,PlainManifestsTest,MonitoringTest#theChartContainsCopiesOfTheMonitoringFiles' \
		$(MVN) -q -pl deploy -am test -Dvspherecloud.renew=true

changelog:
	@if [ -n "$$VERSION" ]; then tools/changelog/changelog release "$$VERSION" "$${DATE:-$$(git log -1 --format=%cs)}"; \
		else tools/changelog/changelog unreleased; fi

# The last steps of a release, which .github/workflows/release.yml runs.
release-notes:
	@tools/changelog/changelog notes "$$VERSION"

release-credentials:
	@tools/github/credentials "$$REGISTRY" "$$KEY"

github-release:
	@tools/github/release "$$VERSION"

format: jdk
	@$(MVN) -q spotless:apply

clean: jdk
	@$(MVN) -q clean
	@rm -rf dist
