# The verbs of this project. Maven builds; this file finds a JDK 25, builds the servers that tests and the demo need, and
# knows in which order things are made.

SHELL := /bin/bash
.SHELLFLAGS := -o pipefail -c

JDK := $(shell for d in "$$JAVA_HOME" /usr/lib/jvm/* /opt/java/* /opt/jdk* "$$HOME"/.sdkman/candidates/java/* \
	"$$(/usr/libexec/java_home -v 25 2>/dev/null)"; do \
	"$$d/bin/javac" -version 2>/dev/null | grep -q '^javac 25' && printf %s "$$d" && break; done)

MVN := JAVA_HOME="$(JDK)" mvn -B
SERVERS = -Dvspherecloud.servers="$$(tools/servers/build)"

# One line for each module, and what is wrong.
BRIEFLY = awk '/^\[INFO\] Building vsphere-cloud/ {print "  " $$NF, $$3; fflush()} /^\[(ERROR|WARNING)\]/ {print; fflush()}'

# Whoever changes one of these changes the program or the demo.
SOURCES := $(shell find . -path ./tools/servers -prune -o \( -name target -o -name dist -o -name .git \) -prune -o \
	\( -path '*/src/main/*' -o -name pom.xml -o -path ./ccm/application/dist.sh \) -type f -print)

.PHONY: help demo test dist image bench bench-process fuzz chaos soak mutation docs manifests format clean jdk servers again

help:
	@echo 'make demo     six Nodes become ready before your eyes, on real servers (KEEP=1 leaves them running)'
	@echo 'make test     every test; what CI runs'
	@echo 'make dist     dist/bin/vsphere-cloud-controller-manager'
	@echo 'make image    dist/image/vsphere-cloud-controller-manager.tar, in the OCI layout, with its bill of materials'
	@echo 'make bench    the benchmarks; results go to benchmarks/reports/'
	@echo 'make bench-process  the same for the process: time until ready, memory, size of the image'
	@echo 'make fuzz     feeds nonsense to all that reads what others write (FUZZ=60s for each)'
	@echo 'make chaos    plays one run of chaos again, SEED= (or POWER=) says which, and prints what happened in it'
	@echo 'make soak     the tests that take too long for every build (RUNS= how many, SEED= the first; see CONTRIBUTING.md)'
	@echo 'make mutation changes the rules by which Nodes are deleted, and says which change no test notices'
	@echo 'make docs     renders docs/reference and the outputs in all pages anew; look at the difference before you commit it'
	@echo 'make manifests renders deploy/manifests and the renderings of the chart anew; the same goes for them'
	@echo 'make format   formats the code'
	@echo 'make clean    removes all that was built here; the servers stay, they are kept elsewhere'

jdk:
	@test -n "$(JDK)" || { echo 'JDK 25 was not found: install one (any vendor), or set JAVA_HOME to it.' >&2; exit 1; }
	@command -v mvn >/dev/null || { echo 'Maven was not found: install Maven 3.8 or newer.' >&2; exit 1; }

servers: jdk
	@tools/servers/build >/dev/null

demo: dist/.made
	@JAVA_HOME="$(JDK)" tools/testkit/run dev.vspherecloud.testkit.demo.Demo $(if $(KEEP),--keep)

dist: dist/.made

dist/.made: $(SOURCES) $(if $(wildcard tools/testkit/target/libs),,again) | jdk servers
	@echo 'Building the program ...'
	@rm -rf ccm/application/target/libs # a library that was dropped stays there, and would be packed
	@$(MVN) -Dmaven.test.skip=true package | $(BRIEFLY)
	@JAVA_HOME="$(JDK)" ccm/application/dist.sh

image: dist/image/.made

# The bill of materials needs all modules in one run of Maven, and is the only thing that needs Maven's registry.
dist/image/.made: dist/.made
	@echo 'Packing the image ...'
	@$(MVN) -q -Dmaven.test.skip=true -pl ccm/application -am package cyclonedx:makeBom \
		-DoutputFormat=json -DoutputName=libraries.cdx -DincludeTestScope=false
	@JAVA_HOME="$(JDK)" tools/image/build.sh

test: dist/.made
	@tools/servers/build promtool >/dev/null
	cd tools/servers && CGO_ENABLED=0 GOTOOLCHAIN=local go test -trimpath ./...
	tools/testkit/run-tests all $(MVN) -T 3 $(SERVERS) --fail-at-end verify

bench: dist/.made
	@JAVA_HOME="$(JDK)" benchmarks/run decisions initialisation

bench-process: dist/image/.made
	@JAVA_HOME="$(JDK)" benchmarks/run process

# Jazzer fuzzes one test a run.
fuzz: jdk
	@for test in AnswersFuzzTest#soap AnswersFuzzTest#rest RequestsFuzzTest#requests \
			ReadersFuzzTest#yaml ReadersFuzzTest#ini ReadersFuzzTest#either \
			ClusterObjectsFuzzTest#node ClusterObjectsFuzzTest#lease \
			LoginTextFuzzTest#logins NodeToVcenterFuzzTest#node; do \
		echo "$$test ..."; \
		tools/testkit/run-tests "$$test" JAZZER_FUZZ=1 $(MVN) -q -pl libs/vsphere-client,ccm/config,libs/kubernetes,ccm/cluster,libs/vsphere-inventory,ccm/application -am test \
			-Djazzer.max_duration=$(or $(FUZZ),60s) || exit 1; \
	done

# A seed is a run, exactly: SEED= one of chaos, POWER= one of power.
chaos: jdk
	@rm -f ccm/controllers/target/chaos-trace.txt
	@tools/testkit/run-tests 'ChaosTest#replay*' $(MVN) -q -pl ccm/controllers -am test \
		-Dspotless.check.skip $(if $(POWER),-Dvspherecloud.power=$(POWER),-Dvspherecloud.seed=$(or $(SEED),0)); \
		end=$$?; cat ccm/controllers/target/chaos-trace.txt; exit $$end

# Tests tagged soak, and no others. SEED and RUNS reach them as system properties; they write to benchmarks/reports/.
soak: dist/.made
	tools/testkit/run-tests all $(MVN) $(SERVERS) -Dgroups=soak -Dtests.excluded= -Dspotless.check.skip -Dvspherecloud.reports="$(CURDIR)/benchmarks/reports" \
		$(if $(SEED),-Dvspherecloud.seed=$(SEED)) $(if $(RUNS),-Dvspherecloud.runs=$(RUNS)) --fail-at-end verify

mutation: jdk
	@echo 'Mutating the rules by which Nodes are deleted; this takes minutes ...'
	@mkdir -p libs/domain/target && rm -rf libs/domain/target/pit-reports ccm/domain/target/pit-reports ccm/controllers/target/pit-reports
	@$(MVN) -pl libs/domain,ccm/domain,ccm/controllers -am -Pmutation test-compile pitest:mutationCoverage >libs/domain/target/mutation.log 2>&1 || \
		{ tail -n 40 libs/domain/target/mutation.log; exit 1; }
	@awk '/^>> Ran [0-9]+ tests/ {modules++; sum += $$3; if (!$$3) none = 1} \
		END {if (modules != 3 || none) {print "PIT ran no test in one of the three modules: see libs/domain/target/mutation.log" >"/dev/stderr"; exit 1} \
		print sum " tests ran"}' libs/domain/target/mutation.log
	@benchmarks/mutation libs/domain/target/pit-reports/mutations.csv ccm/domain/target/pit-reports/mutations.csv \
		ccm/controllers/target/pit-reports/mutations.csv >libs/domain/target/mutation.txt
	@mv libs/domain/target/mutation.txt benchmarks/reports/mutation.txt
	@cat benchmarks/reports/mutation.txt

# The tests that write the blocks marked "rendered" into the pages.
RENDERED = BreakerBlocksTest,ConfigCommandBlocksTest,ExplainBlocksTest,LogBlocksTest,PlanBlocksTest,ChartBlocksTest\#helmRejectsWrongValues

docs: jdk
	@tools/testkit/run-tests 'ConfigReferenceTest,ReasonReferenceTest,FlagReferenceTest,MetricReferenceTest,ConformanceTest#thePageIsWhatTheMarksSay,$(RENDERED)' \
		$(MVN) -q -pl ccm/domain,ccm/config,tools/conformance,ccm/application,deploy -am test -Dvspherecloud.renew=true

manifests: jdk
	@tools/testkit/run-tests 'ChartTest#*AsWritten,PlainManifestsTest,MonitoringTest#theFilesInTheChartAreThoseBesideIt' \
		$(MVN) -q -pl deploy -am test -Dvspherecloud.renew=true

format: jdk
	@$(MVN) -q spotless:apply

clean: jdk
	@$(MVN) -q clean
	@rm -rf dist
