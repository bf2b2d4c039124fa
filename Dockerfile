# tamis as a command: docker build -t tamis . && docker run --rm -v "$PWD:/data" tamis auto mydata.csv
# Two stages: the compilers stay behind. Not tested with Docker; its commands are those of tools/package_deb, which is.
FROM debian:12 AS build
RUN apt-get update && apt-get install -y --no-install-recommends bash ca-certificates python3
COPY . /source
RUN cd /source && tools/package_deb /packages

FROM debian:12-slim
COPY --from=build /packages /packages
RUN apt-get update \
    && apt-get install -y --no-install-recommends /packages/tamis_*.deb /packages/python3-tamis_*.deb \
    && rm -rf /packages /var/lib/apt/lists/*
WORKDIR /data
ENTRYPOINT ["tamis"]
CMD ["auto", "digits"]
