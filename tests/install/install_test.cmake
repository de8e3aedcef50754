# Each step must succeed. The prefix starts empty, so that a file that is no longer installed is
# missed here rather than found from an earlier run.
file(REMOVE_RECURSE ${work_dir})
set(prefix ${work_dir}/prefix)

function(step)
  execute_process(COMMAND ${ARGN} RESULT_VARIABLE result OUTPUT_VARIABLE output
                  ERROR_VARIABLE output)
  if(NOT result EQUAL 0)
    string(JOIN " " command ${ARGN})
    message(FATAL_ERROR "${command}\n${output}")
  endif()
endfunction()

step(${CMAKE_COMMAND} --install ${build_dir} --prefix ${prefix})
foreach(file IN ITEMS bin/tickstorm share/tickstorm/scenarios/machines/k8-2x2.json)
  if(NOT EXISTS ${prefix}/${file})
    message(FATAL_ERROR "not installed: ${file}")
  endif()
endforeach()
step(${CMAKE_COMMAND} -S ${consumer_dir} -B ${work_dir}/build -G ${generator}
     -D CMAKE_PREFIX_PATH=${prefix} -D CMAKE_CXX_COMPILER=${compiler})
step(${CMAKE_COMMAND} --build ${work_dir}/build)
step(${work_dir}/build/consumer ${prefix}/share/tickstorm/scenarios/machines)
